import { formatBytes } from '@sampan/texts/format'
import { element } from './element.ts'
import { Empty, type Holder, Unreadable } from './holder.ts'
import { readZip, type ZipEntry } from './zip-directory.ts'

export async function showArchive({ start, read, tell }: Holder): Promise<void> {
  const { size, words, language } = start
  // From its beginning first, as everything that is looked at.
  await read(0, Math.min(size, 4))
  const list = await readZip(read, size)
  if (!list) throw new Unreadable()
  const { entries, total } = list
  if (entries.length === 0) throw new Empty()
  const sizeOf = ({ isFolder, size }: ZipEntry) => (isFolder ? words.folder : formatBytes(size, language))
  const rows = entries.map((entry) =>
    element(
      'tr',
      {},
      element('td', {}, element('bdi', {}, entry.name)),
      element('td', {}, entry.isLocked ? `${sizeOf(entry)} · ${words.locked}` : sizeOf(entry)),
    ),
  )
  const head = [words.name, words.size].map((word) => element('th', { attributes: { scope: 'col' } }, word))
  const table = element(
    'table',
    { className: 'entries' },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  )
  document.body.append(element('div', { className: 'scroller', attributes: { tabindex: '0' } }, table))
  tell({ is: 'drawn', shown: entries.length < total ? { of: 'entries', count: entries.length, total } : null })
}
