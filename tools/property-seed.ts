// A setup file of vitest: whoever tries values by chance tries the same ones all through a run, so that
// a test that fails by them fails at its second go too (docs/decisions/097). PROPERTY_SEED=n of a run
// that failed tries its values again.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) })
