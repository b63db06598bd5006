/** A sentence with a stranger's name in it, which keeps its own direction of writing and turns nothing else around. */
const slot = '\u0000'

export function Sentence({ text, name }: { text: (slot: string) => string; name: string }) {
  const [before, after] = text(slot).split(slot)
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  )
}
