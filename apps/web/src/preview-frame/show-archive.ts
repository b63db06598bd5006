/** What a zip holds, as folders that open and close: the browser's own, which keys and readers of screens know. */
import { formatBytes, formatNumber } from '@sampan/texts/format'
import { type ArchiveFolder, archiveTree } from './archive-tree.ts'
import { element } from './element.ts'
import { Empty, type Holder, Unreadable } from './holder.ts'
import type { FrameStart } from './messages.ts'
import { readZip, type ZipEntry } from './zip-directory.ts'

/** So little is seen at one glance, and stands open. */
const fewEntries = 20

export async function showArchive({ start, read, tell }: Holder): Promise<void> {
  const { size } = start
  // From its beginning first, as everything that is looked at.
  await read(0, Math.min(size, 4))
  const found = await readZip(read, size)
  if (!found) throw new Unreadable()
  const { entries, total } = found
  if (entries.length === 0) throw new Empty()
  const list = listOf(archiveTree(entries), start, entries.length <= fewEntries)
  document.body.append(element('div', { className: 'scroller', attributes: { tabindex: '0' } }, list))
  tell({ is: 'drawn', shown: entries.length < total ? { of: 'entries', count: entries.length, total } : null })
}

/** A lone folder around everything is open, however much is in it. */
function listOf({ folders, files }: ArchiveFolder, start: FrameStart, isAllOpen: boolean): HTMLElement {
  const isLone = folders.length === 1 && files.length === 0
  return element(
    'ul',
    { className: 'entries' },
    ...folders.map((folder) => element('li', {}, folderOf(folder, start, { isOpen: isAllOpen || isLone, isAllOpen }))),
    ...files.map((file) => element('li', {}, fileOf(file, start))),
  )
}

type Opening = { isOpen: boolean; isAllOpen: boolean }

function folderOf(folder: ArchiveFolder, start: FrameStart, { isOpen, isAllOpen }: Opening): HTMLElement {
  const { name, fileCount, size } = folder
  const { words, language } = start
  const count = (fileCount === 1 ? words.file : words.files).replace('{{number}}', formatNumber(fileCount, language))
  const facts = fileCount === 0 ? words.emptyFolder : `${count} · ${formatBytes(size, language)}`
  if (folder.folders.length + folder.files.length === 0) return line(`${name}/`, facts)
  const opened = element('details', {}, element('summary', {}, line(`${name}/`, facts)))
  // Of thousands of entries only those exist that somebody wants to see.
  const fill = () => opened.childElementCount === 1 && opened.append(listOf(folder, start, isAllOpen))
  opened.addEventListener('toggle', fill)
  if (isOpen) {
    fill()
    opened.open = true
  }
  return opened
}

function fileOf({ name, size, isLocked }: ZipEntry, { words, language }: FrameStart): HTMLElement {
  const bytes = formatBytes(size, language)
  return line(name, isLocked ? `${bytes} · ${words.locked}` : bytes)
}

const line = (name: string, facts: string): HTMLElement =>
  element('span', { className: 'entry' }, element('bdi', {}, name), element('small', {}, facts))
