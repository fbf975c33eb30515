import { CanopyQa } from './canopy-qa.ts';

export type { CanopyQaEventMap, CanopyQaEvents } from './canopy-qa-events.ts';
export type { CanopyQaLabels } from './labels.ts';
export { CanopyQa };

// The one file with a side effect: importing it makes the tag work, once, and nothing where there is no page.
if (globalThis.customElements !== undefined && customElements.get('canopy-qa') === undefined) {
  customElements.define('canopy-qa', CanopyQa);
}

declare global {
  interface HTMLElementTagNameMap {
    'canopy-qa': CanopyQa;
  }
}
