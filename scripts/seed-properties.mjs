// Property tests run on a fixed seed, so that a change is judged by the same cases every time. `FC_SEED=random` explores.
import fc from 'fast-check';

const { FC_SEED } = process.env;
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED ?? 20261130) });
