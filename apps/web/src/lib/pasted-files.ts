/** Whether a paste means files: not while one types, and not what office programs put beside their text as a picture of it. */
type Clipboard = Pick<DataTransfer, 'types' | 'getData'> & { files: Iterable<Pick<File, 'name'>> }
type Pasted = { target: EventTarget | null; clipboardData: Clipboard | null }

const isTypedInto = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  (target as Element).closest('input, textarea, [contenteditable]:not([contenteditable=false])') !== null

/** Finder and others put the names or paths of copied files beside them. */
function isNamesOf(text: string, files: Clipboard['files']): boolean {
  const names = new Set([...files].map(({ name }) => name))
  return text.split(/[\r\n]+/).every((line) => line === '' || names.has(line.slice(line.lastIndexOf('/') + 1)))
}

export function isPasteOfFiles({ target, clipboardData }: Pasted): boolean {
  const types = clipboardData?.types ?? []
  if (!clipboardData || !types.includes('Files') || isTypedInto(target)) return false
  if (types.includes('text/html') || types.includes('text/rtf')) return false
  return !types.includes('text/plain') || isNamesOf(clipboardData.getData('text/plain'), clipboardData.files)
}
