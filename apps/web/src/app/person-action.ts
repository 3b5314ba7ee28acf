/** What the menu at the person's name offers. */
export type PersonAction = 'profile' | 'sessions' | 'settings' | 'help' | 'news' | 'sign-out'
