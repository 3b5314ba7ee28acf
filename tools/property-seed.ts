// A setup file of vitest: property tests use the same random values throughout a run, so that a
// failing test fails on retry too (docs/decisions/097). PROPERTY_SEED=n of a failed run tries its
// values again.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) })
