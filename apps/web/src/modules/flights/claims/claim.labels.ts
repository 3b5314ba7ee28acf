import { claimList } from '@swath/contract/flights/claims'

export const causeLabels = claimList.columns.cause.words
export const stateLabels = claimList.columns.state.words
