// What other features show of suspected false claims.
export { FlightSuspicions } from './flight-suspicions.tsx'
export { SuspicionMarks } from './suspicion-marks.tsx'
