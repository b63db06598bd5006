/** What a seed makes of a history: who sends what, and which troubles there are. */
import type { Chance } from '../faults/seeded.ts'
import { goodLine, type LineTrouble } from './line-fate.ts'
import type { ClientWish, Who } from './sim-client.ts'
import { plainFile, simFile } from './sim-files.ts'

export type Workload = {
  processes: number
  clients: { who: Who; wish: ClientWish }[]
  faultsMs: number
  /** Of a piece of a request on a line that is well. */
  paceMs: number
  /** Of each kind of trouble whether this history has it. */
  has: Record<Exclude<keyof LineTrouble, 'isTearing'> | 'full' | 'quota' | 'failing' | 'slowDisk' | 'crash' | 'power', boolean>
  /** One trouble that this history is full of. */
  worst: Worst
  /** Mean time between two things that a person does. */
  actEveryMs: number
}

type Worst = 'none' | 'cut' | 'ghost' | 'full'
const KiB = 1024
const connections = ['slow-2g', '2g', '3g', '4g'] as const

export function drawWorkload(chance: Chance, seed: string, uuid: () => string): Workload {
  const clients = Array.from({ length: chance.whole(1, 3) }, (_, index) => {
    const name = `c${index}`
    return {
      who: { name, userId: uuid(), ownerId: uuid(), sessionId: uuid(), email: `${uuid()}@example.com` },
      wish: drawWish(chance, `${seed} ${name}`),
    }
  })
  const some = (probability: number) => chance.happens(probability)
  const worst = chance.pick(['none', 'none', 'cut', 'ghost', 'full'] as const)
  const isStuck = worst === 'cut' || worst === 'full'
  return {
    processes: chance.whole(1, 2),
    clients,
    // Long enough for a sender who gets nothing through to try again and again.
    faultsMs: isStuck ? chance.whole(600, 1800) * 1000 : chance.whole(60, 400) * 1000,
    paceMs: worst === 'cut' ? 30 : chance.pick([30, 500, 2500]),
    worst,
    has: {
      cut: worst === 'cut' || some(0.6),
      ghost: worst === 'ghost' || some(0.6),
      lostAnswer: some(0.5),
      double: some(0.3),
      damage: some(0.3),
      slow: some(0.5),
      full: worst === 'full' || some(0.35),
      quota: some(0.5),
      failing: some(0.2),
      slowDisk: some(0.3),
      crash: some(0.35),
      power: some(0.25),
    },
    actEveryMs: chance.whole(3, 60) * 1000,
  }
}

function drawWish(chance: Chance, seed: string): ClientWish {
  const isAlone = chance.happens(0.5)
  const count = isAlone ? 1 : chance.whole(2, 5)
  const size = () => chance.pick([0, 1, chance.whole(1, 40) * KiB, chance.whole(20, 300) * KiB, chance.whole(100, 900) * KiB])
  const files = Array.from({ length: count }, (_, index) =>
    simFile(seed, `file-${index}`, isAlone ? chance.whole(40, 600) * KiB : size()),
  )
  return {
    files: isAlone ? files : files.map(plainFile),
    isOpen: !isAlone && chance.happens(0.4),
    publishesEarly: chance.happens(0.4),
    mayDiscard: chance.happens(0.2),
    changes: isAlone ? chance.pick([0, 0.7]) : 0,
    writesForMs: chance.pick([0, chance.whole(1, 180) * 1000]),
    connection: chance.pick(connections),
  }
}

/** How bad the line is for a while. */
export function drawLine(chance: Chance, { has, worst }: Workload): LineTrouble {
  if (worst !== 'cut' && chance.happens(0.1)) return goodLine
  const badness = chance.pick([0.1, 0.3, 0.7])
  const of = (isThere: boolean, share: number) => (isThere ? badness * share : 0)
  return {
    cut: worst === 'cut' ? 0.95 : of(has.cut, 1),
    isTearing: worst === 'cut',
    ghost: worst === 'ghost' ? 0.6 : of(has.ghost, 1),
    lostAnswer: of(has.lostAnswer, 0.6),
    double: of(has.double, 0.5),
    damage: of(has.damage, 0.5),
    slow: of(has.slow, 0.7),
  }
}
