/** Paths that a server tells -> names below the folder, and never anywhere else. A server may be anybody's. */
import { isFolderPath, isStorablePath } from '@sampan/contract/rules/file-path'

/** Names that Windows takes for devices, whatever stands behind the dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i

/** Windows knows a stream behind a colon, drops dots and blanks at the end, and refuses the rest. */
function windowsName(name: string): string {
  const plain = name.replace(/[<>:"|?*]/g, '_').replace(/[. ]+$/, (end) => '_'.repeat(end.length))
  return device.test(plain.replace(/[ ]+(?=\.|$)/g, '')) ? `_${plain}` : plain
}

/** The names from the folder on; null for what could lead out of it, or cannot be a name. */
export function safeNames(path: string, platform: NodeJS.Platform): string[] | null {
  if (!isStorablePath(path) || /[\u0080-\u009f\u2028\u2029]/.test(path)) return null
  const names = (isFolderPath(path) ? path.slice(0, -1) : path).split('/')
  return platform === 'win32' ? names.map(windowsName) : names
}

/** "report (2).pdf"; a name that begins with its only dot has no ending. */
export function numbered(name: string, number: number): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,12})?$/.exec(name) ?? []
  return `${stem} (${number})${ending}`
}
