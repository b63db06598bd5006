/** Whether a paste means files, also into a field: not what office programs put beside their text as a picture of it. */
type Clipboard = Pick<DataTransfer, 'types' | 'getData'> & { files: Iterable<Pick<File, 'name'>> }
type Pasted = { clipboardData: Clipboard | null }

/** Finder and others put the names or paths of copied files beside them. */
function isNamesOf(text: string, files: Clipboard['files']): boolean {
  const names = new Set([...files].map(({ name }) => name))
  return text.split(/[\r\n]+/).every((line) => line === '' || names.has(line.slice(line.lastIndexOf('/') + 1)))
}

export function isPasteOfFiles({ clipboardData }: Pasted): boolean {
  const types = clipboardData?.types ?? []
  if (!clipboardData || !types.includes('Files')) return false
  if (types.includes('text/html') || types.includes('text/rtf')) return false
  return !types.includes('text/plain') || isNamesOf(clipboardData.getData('text/plain'), clipboardData.files)
}
