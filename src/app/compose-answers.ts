import type { EgressLedger } from '../adapters/chat/egress-ledger.ts';
import type { Selection } from '../core/selection.ts';
import { calibrated } from '../core/selections/calibrated-default.ts';
import { parentRelative } from '../core/selections/parent-relative.ts';
import { poolRelative } from '../core/selections/pool-relative.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { type AnswerDependencies, answerQuestion } from '../pipeline/answer-question.ts';
import type { GatherDependencies } from '../pipeline/gather-evidence.ts';
import { deviceParts, modelParts, type QuestionParts } from '../pipeline/question-parts.ts';
import { modelRouter } from '../pipeline/router.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { EvidencePictures } from '../ports/evidence-pictures.ts';
import type { RegionStore } from '../ports/region-store.ts';
import type { StrategyDependencies, StrategyOptions } from '../strategies/strategy.ts';
import { isCanopy, takesCompressor } from '../strategies/strategy-names.ts';
import { chosenModel } from './compose-endpoint.ts';
import { hasModel, type Settings } from './settings.ts';
import { tellOfOthers } from './tell-of-others.ts';
import { dialAt, type PageSelection, type Way, type WayAt } from './way.ts';

/** What the person may choose; the first is the best on development data, the last the paper's rule. */
export const SELECTIONS: Readonly<Record<PageSelection, Selection>> = {
  calibrated,
  'pool-relative': poolRelative,
  'parent-relative': parentRelative,
};

/** Where a question searches. */
type Searched = Pick<GatherDependencies, 'encoder' | 'retriever' | 'others'> & {
  readonly store: RegionStore;
};

/** Answers questions the way that is asked for, by the model of the settings or by the device itself. */
export function composeAnswers(ledger: EgressLedger, pictures: EvidencePictures) {
  return async function* answer(
    question: string,
    settings: Settings,
    { way, dial }: WayAt,
    searched: Searched,
    options: CallOptions,
  ): AsyncGenerator<AnswerEvent, void> {
    const { others = [], store, encoder } = searched;
    const asked = {
      ...{ ...options, selection: SELECTIONS[way.selection], dial, rerefine: true },
      ...{ k: settings.k, rounds: settings.rounds },
    };
    if (isCanopy(way.strategy)) {
      const parts = partsOf(settings, way, searched, ledger, pictures);
      yield* answerQuestion(question, { ...searched, ...parts }, asked);
    } else {
      const model = chosenModel(settings, ledger);
      if (others.length > 0) yield* tellOfOthers(way.strategy, store, encoder);
      yield* answerOtherwise(question, way, settings, { ...searched, model }, asked);
    }
  };
}

/** Who judges and answers: the chosen model, or the device itself. */
function partsOf(
  settings: Settings,
  { strategy }: Way,
  searched: Searched,
  ledger: EgressLedger,
  pictures: EvidencePictures,
): QuestionParts & Pick<AnswerDependencies, 'router'> {
  if (!hasModel(settings)) return deviceParts(searched);
  const model = chosenModel(settings, ledger);
  return {
    ...modelParts(model, settings.sendsPictures ? pictures : undefined),
    router: strategy === 'canopy-routed' ? modelRouter(model) : undefined,
  };
}

/** Answers by one of the compared systems, whose code comes with the first question to it. */
async function* answerOtherwise(
  question: string,
  { strategy, compressor }: Way,
  { dials }: Settings,
  dependencies: StrategyDependencies,
  options: StrategyOptions,
): AsyncGenerator<AnswerEvent, void> {
  const [{ strategyNamed }, { compressorNamed, dialled }] = await Promise.all([
    import('../strategies/strategies.ts'),
    import('../compressors/compressors.ts'),
  ]);
  const { selection, dial } = options;
  const rule = dialled[compressor];
  const cut =
    compressor === 'canopy' && selection !== undefined
      ? compressorNamed(compressor, { selection, dial })
      : compressorNamed(compressor, { dial: rule && dialAt(rule.dial, dials[compressor]) });
  const cuts = takesCompressor(strategy) ? { compressor: cut } : {};
  yield* strategyNamed(strategy).answer(question, dependencies, { ...options, ...cuts });
}
