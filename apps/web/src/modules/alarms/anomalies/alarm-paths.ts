/** The tabs of the page of alarms and announcements. */
export const announcementsPath = '/bulletin_manage/bulletin-list'
export const alarmsPath = `${announcementsPath}/alarms`
export const claimsPath = `${announcementsPath}/claims`
export const messagesPath = `${announcementsPath}/messages`
