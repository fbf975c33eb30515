import { type CalibratedModel, calibratedSelection } from './calibrated.ts';
import model from './calibrated-model.json' with { type: 'json' };

/** The calibrated selection with the vendored model (made by `npx tsx eval/train-calibrated.ts`). */
export const calibrated = calibratedSelection(model as unknown as CalibratedModel);
