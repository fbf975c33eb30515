import { describe, expect, it } from 'vitest';
import type { Selection } from '../core/selection.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { insufficient, setUp, types } from './scripted-loop.fixture.ts';

const finds = { 'Who built it?': ['castle'], 'Where are nine towers?': ['castle', 'duke'] };
const verdicts = [insufficient('the towers', 'Where are nine towers?')];

describe('an item that comes back', () => {
  const castleOf = async (rerefine: boolean) => {
    const { run } = await setUp({ finds, verdicts });
    const events = await run({ rerefine, rounds: 2 });
    const last = events.findLast((event) => event.type === 'compressed');
    return last!.evidence.find(({ indexed }) => indexed.item.id === 'castle')!;
  };

  it('stays as it was in the paper’s loop', async () => {
    const castle = await castleOf(false);
    expect(castle.returns).toBeUndefined();
    expect(castle.forest.spans.map(({ text }) => text)).not.toContain('It has nine towers.');
  });

  it('is refined again with the follow-up when asked for, and keeps both', async () => {
    const [before, after] = [await castleOf(false), await castleOf(true)];
    expect(after.returns?.map(({ round }) => round)).toEqual([2]);
    expect(after.round).toBe(1);
    const words = after.forest.spans.map(({ text }) => text).join(' ');
    expect(words).toContain('It has nine towers.');
    for (const { text } of before.forest.spans) expect(words).toContain(text);
  });
});

describe('an item that was dropped whole', () => {
  /** Keeps nothing of the castle. */
  const noCastle: Selection = {
    ...parentRelative,
    select: (pool, dial) =>
      parentRelative
        .select(pool, dial)
        .map((selected, index) =>
          pool[index]!.tree.starts.length > 3 ? { ...selected, kept: new Int32Array(0) } : selected,
        ),
  };

  it('comes back when the critic finds the evidence insufficient', async () => {
    const { asked, run } = await setUp({ finds, verdicts: [insufficient(null, null)] });
    const events = await run({ selection: noCastle });
    expect(types(events).slice(0, 5)).toEqual([
      'retrieved',
      'compressed',
      'judged',
      'compressed',
      'reading',
    ]);
    expect(asked.critic[0]!.evidence.flatMap(({ spans }) => spans)).toEqual([]);
    expect(asked.reader[0]!.evidence[0]!.spans[0]!.text).toContain('The castle was built');
  });

  it('stays away when it is sufficient', async () => {
    const { asked, run } = await setUp({ finds });
    await run({ selection: noCastle });
    expect(asked.reader[0]!.evidence.flatMap(({ spans }) => spans)).toEqual([]);
  });
});
