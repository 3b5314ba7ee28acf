/** Fields that the logs of today name. */
export const fieldWords = {
  userName: 'system-logs:field.userName', phoneNum: 'system-logs:field.phoneNum', email: 'system-logs:field.email', userType: 'system-logs:field.userType',
  rights: 'system-logs:field.rights', dataScope: 'system-logs:field.dataScope', host: 'system-logs:field.host', reason: 'system-logs:field.reason',
  remember: 'system-logs:field.remember', message: 'system-logs:field.message', accountName: 'system-logs:field.accountName', regionCode: 'system-logs:field.regionCode',
  contactName: 'system-logs:field.contactName', contactPhone: 'system-logs:field.contactPhone', contactAddress: 'system-logs:field.contactAddress',
  legal: 'system-logs:field.legal', creditCode: 'system-logs:field.creditCode', vipLevel: 'system-logs:field.vipLevel', canCreateSub: 'system-logs:field.canCreateSub',
  leaseAccount: 'system-logs:field.leaseAccount', noflyName: 'system-logs:field.noflyName', type: 'system-logs:field.type', shape: 'system-logs:field.shape',
  detailAddress: 'system-logs:field.detailAddress', lowerM: 'system-logs:field.lowerM', upperM: 'system-logs:field.upperM', validFrom: 'system-logs:field.validFrom',
  validUntil: 'system-logs:field.validUntil', droneId: 'system-logs:field.droneId', droneName: 'system-logs:field.droneName', by: 'system-logs:field.by',
} as const
