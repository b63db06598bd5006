import { previewHeadBytes } from '@sampan/contract/rules/preview-kind'
import { element } from './element.ts'
import { headText } from './head-text.ts'
import { type Holder, Unreadable } from './holder.ts'

export async function readHead({ start, read }: Holder): Promise<{ text: string; isCut: boolean }> {
  const isCut = start.size > previewHeadBytes
  const text = headText(await read(0, Math.min(start.size, previewHeadBytes)), isCut)
  if (text === null) throw new Unreadable()
  return { text, isCut }
}

export async function showText(holder: Holder): Promise<void> {
  const { text } = await readHead(holder)
  document.body.append(element('pre', { attributes: { tabindex: '0' } }, text))
  holder.tell({ is: 'drawn', shown: null })
}
