import type { Catalogue } from '../en/index.ts'
import type { Translation } from '../translation.ts'
import { download } from './download.ts'
import { home } from './home.ts'
import { send } from './send.ts'
import { shell } from './shell.ts'

export const catalogue: { [Namespace in keyof Catalogue]: Translation<Catalogue[Namespace]> } = { shell, home, send, download }
