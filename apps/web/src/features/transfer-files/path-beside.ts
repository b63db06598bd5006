import { baseName } from '@sampan/contract/rules/file-path'

/** In the folder of the file whose place it takes. */
export const pathBeside = (path: string, name: string): string => path.slice(0, path.length - baseName(path).length) + name
