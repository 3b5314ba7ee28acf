/** What the menu at the person's name offers. */
export type PersonAction =
  | 'profile'
  | 'security'
  | 'sessions'
  | 'settings'
  | 'help'
  | 'news'
  | 'sign-out'
