/** What becomes of one request on its line. */
import type { Chance } from '../faults/seeded.ts'

/** Chances of 0 to 1, each of a request; all 0 is a good line. `isTearing`: it cuts in the middle of bodies. */
export type LineTrouble = {
  cut: number
  ghost: number
  lostAnswer: number
  double: number
  damage: number
  slow: number
  isTearing: boolean
}
export const goodLine: LineTrouble = { cut: 0, ghost: 0, lostAnswer: 0, double: 0, damage: 0, slow: 0, isTearing: false }

export type Fate = {
  kind: string
  connectMs: number
  answerMs: number
  /** Before the piece that begins at this share of the request. */
  delayOf: (share: number) => number
  otherDelayOf: (share: number) => number
  /** The client sees the line break there; what is on its way goes on if it haunts. */
  cutAt: number | null
  isHaunting: boolean
  isSwallowed: boolean
  isAnswerLost: boolean
  isDoubled: boolean
  damageAt: number | null
}

/** The longest silence that a server bears, less a little; several of them make a ghost late. */
const longestSilenceMs = 55_000

type Asked = { trouble: LineTrouble; paceMs: number; bytes: number; isPart: boolean }

export function drawFate(chance: Chance, { trouble, paceMs, bytes, isPart }: Asked): Fate {
  const pieceMs = chance.happens(trouble.slow) ? chance.whole(paceMs, 3 * paceMs + 3000) : chance.whole(1, paceMs)
  const steady = () => pieceMs
  const ghost = holding(chance, pieceMs)
  const [isCut, isGhost, isLost, isDoubled, isDamaged] = [
    // What asks little gets through more often, and where bodies tear always.
    chance.happens(isPart ? trouble.cut : trouble.isTearing ? 0 : trouble.cut / 3),
    isPart && chance.happens(trouble.ghost),
    chance.happens(trouble.lostAnswer),
    isPart && chance.happens(trouble.double),
    isPart && bytes > 0 && chance.happens(trouble.damage),
  ]
  const isSwallowed = isGhost && chance.happens(0.5)
  const kind = [
    isCut && 'cut',
    isGhost && (isSwallowed ? 'swallowed' : 'ghost'),
    isLost && 'lost',
    isDoubled && 'doubled',
    isDamaged && 'damaged',
  ]
  return {
    kind: kind.filter(Boolean).join('+') || 'fine',
    connectMs: chance.whole(1, 60),
    answerMs: chance.whole(1, 60),
    delayOf: isGhost ? ghost : steady,
    otherDelayOf: chance.happens(0.5) ? holding(chance, pieceMs) : steady,
    cutAt:
      (isGhost && !isSwallowed) || isCut
        ? trouble.isTearing
          ? 0.3 + 0.65 * chance.next()
          : chance.pick([0, 0.5, 0.99, 1, chance.next()])
        : null,
    isHaunting: isGhost,
    isSwallowed,
    isAnswerLost: isLost,
    isDoubled,
    // Behind the head, whose damage would be another request.
    damageAt: isDamaged ? 1500 + chance.whole(0, bytes) : null,
  }
}

/** Holds once or twice for long, on its way or before the last piece. */
function holding(chance: Chance, pieceMs: number): (share: number) => number {
  const [first, second] = [chance.next(), chance.next()]
  const holds = [chance.whole(1000, longestSilenceMs), chance.whole(0, longestSilenceMs)]
  let at = 0
  return (share) => {
    const place = at === 0 ? Math.min(first, second) : Math.max(first, second)
    if (at > 1 || share < place) return pieceMs
    return holds[at++]!
  }
}
