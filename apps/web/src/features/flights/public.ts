// What other features use of past flights.
export { anomalyWords, modeWords } from './flight-words.ts'
