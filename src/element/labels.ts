/** Every word that `<canopy-qa>` shows; replace any of them through its `labels`. */
export const defaultLabels = {
  question: 'Question',
  placeholder: 'Ask these documents',
  ask: 'Ask',
  stop: 'Stop',
  evidence: 'Evidence',
  preparing: 'Getting ready…',
  loading: 'Loading the encoder: {done} of {total} MB',
  indexing: 'Reading {name}: {done} of {total} regions',
  searching: 'Looking for evidence…',
  answering: 'Answering…',
  figures: '{before} → {after} tokens',
  nothing: 'Nothing in these documents fits.',
};

/** Words of `<canopy-qa>` by what they are for; `{…}` stands for a figure or a name. */
export type CanopyQaLabels = typeof defaultLabels;

/** Puts values into a label's places. */
export function fill(label: string, values: Readonly<Record<string, string | number>>): string {
  return label.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
