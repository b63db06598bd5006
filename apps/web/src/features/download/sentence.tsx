/** A sentence with a stranger's name in it. */
import { StrangersName } from './strangers-name.tsx'

const slot = '\u0000'

export function Sentence({ text, name }: { text: (slot: string) => string; name: string }) {
  const [before, after] = text(slot).split(slot)
  return (
    <>
      {before}
      <StrangersName name={name} />
      {after}
    </>
  )
}
