import { account } from './account.ts'
import type { dash } from './dash.ts'
import { download } from './download.ts'
import { home } from './home.ts'
import { send } from './send.ts'
import { shell } from './shell.ts'

/** The sentences of every public page in English; the keys that every other language has to have. */
export const catalogue = { shell, home, account, send, download }
/** With those that are loaded later, by what needs them. */
export type Catalogue = typeof catalogue & { dash: typeof dash }
