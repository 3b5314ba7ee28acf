// Loaded before the program (`node --import`): a killed process does not write its compiled modules
// to the cache, and compiling them is most of a start.
import { flushCompileCache } from 'node:module'

setTimeout(flushCompileCache, 8_000).unref()
