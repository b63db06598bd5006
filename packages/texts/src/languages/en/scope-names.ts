import type { TokenScope } from '@sampan/contract/states'

/** What an API token or a program may do, as the end of "It may …". */
export const scopeNames: Record<TokenScope, string> = {
  send: 'send files',
  read: 'see transfers',
  requests: 'ask for files',
  contacts: 'use contacts',
  account: 'change settings and the team',
}
