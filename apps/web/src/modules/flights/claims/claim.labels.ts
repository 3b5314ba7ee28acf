import { claimList } from '@swath/contract/claims'

export const causeLabels = claimList.columns.cause.words
export const stateLabels = claimList.columns.state.words
