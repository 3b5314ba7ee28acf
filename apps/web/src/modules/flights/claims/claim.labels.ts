import { claimList } from '@swath/contract/flights/claims'

export const causeLabels = claimList.columns.cause.labels
export const stateLabels = claimList.columns.state.labels
