import { type Block, blocksOf, type Inline } from './markdown-blocks.ts'

/** Nothing of the text is ever taken for HTML. */
export const Markdown = ({ text }: { text: string }) =>
  blocksOf(text).map((block, index) => {
    const key = `${index}`
    return <Piece key={key} block={block} />
  })

function Piece({ block }: { block: Block }) {
  if (block.kind === 'list') {
    const items = block.items.map((inlines, at) => {
      const key = `${at}`
      return (
        <li key={key}>
          <Inlines inlines={inlines} />
        </li>
      )
    })
    return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  const words = <Inlines inlines={block.inlines} />
  return block.kind === 'heading' ? <h3>{words}</h3> : <p>{words}</p>
}

const Inlines = ({ inlines }: { inlines: Inline[] }) =>
  inlines.map((inline, at) => {
    const key = `${at}`
    if (inline.kind === 'link')
      return (
        <a key={key} href={inline.href} rel="noreferrer">
          {inline.text}
        </a>
      )
    if (inline.kind === 'bold') return <b key={key}>{inline.text}</b>
    return inline.kind === 'emphasis' ? <em key={key}>{inline.text}</em> : inline.text
  })
