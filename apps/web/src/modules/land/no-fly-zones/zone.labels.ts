import { noFlyZoneList, type NoFlyZone } from '@swath/contract/land/no-fly-zones'

// Labels for the API's codes.

export const zoneTypes = [1, 2] as const satisfies readonly NoFlyZone['type'][]
export const typeLabels = noFlyZoneList.columns.type.labels
export const kindLabels = noFlyZoneList.columns.kind.labels
export const restrictionLabels = noFlyZoneList.columns.restriction.labels
export const referenceLabels = noFlyZoneList.columns.lowerReference.labels
export const purposeLabels = {
  authorisation: 'no-fly-zones:purposeAuthorisation',
  notification: 'no-fly-zones:purposeNotification',
  information: 'no-fly-zones:purposeInformation',
} as const
