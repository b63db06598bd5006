import type { catalogue as english } from '../../en/app/index.ts'
import type { Translation } from '../../translation.ts'
import { account } from './account.ts'
import { download } from './download.ts'
import { home } from './home.ts'
import { send } from './send.ts'
import { shell } from './shell.ts'

type English = typeof english
export const catalogue: { [Namespace in keyof English]: Translation<English[Namespace]> } = {
  shell,
  home,
  account,
  send,
  download,
}
