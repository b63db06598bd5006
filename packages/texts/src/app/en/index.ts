import { download } from './download.ts'
import { home } from './home.ts'
import { send } from './send.ts'
import { shell } from './shell.ts'

/** Every sentence of the app in English; the keys that every other language has to have. */
export const catalogue = { shell, home, send, download }
export type Catalogue = typeof catalogue
