/** What the steps of the part `browsers` need of an engine, and the page in it as a person uses it. */
import { expect } from '../journey.ts'
import { type Language, words } from '../words.ts'

/** Places are named by XPath, which every engine reads alike. */
export type Engine = {
  /** A folder that downloads arrive in. */
  downloads: string
  goTo: (address: string) => Promise<void>
  /** Runs in the page. */
  run: <In extends unknown[], Out>(what: (...given: In) => Out, ...given: In) => Promise<Awaited<Out>>
  /** As a person does it; throws where it is not there. */
  click: (place: string) => Promise<void>
  type: (place: string, text: string) => Promise<void>
  chooseFiles: (place: string, paths: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/** Complaints go to `heard`. */
export type OpenEngine = (language: Language, heard: string[]) => Promise<Engine>

const quoted = (text: string): string =>
  `concat("", ${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`
/** By its words or its label. */
export const named = (kind: string, name: string): string =>
  `//*[${kind}][normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`
const pressable = 'self::button or self::a or self::label'

export function pageIn(engine: Engine, language: Language) {
  const t = words(language)
  const count = (place: string) =>
    engine.run((path) => document.evaluate(`count(${path})`, document, null, XPathResult.NUMBER_TYPE, null).numberValue, place)
  const there = (place: string) => expect.poll(() => count(place), place).toBeGreaterThan(0)
  /** As soon as it is there and stays: what is drawn anew between being found and being used is not there any more. */
  const once = (place: string, act: () => Promise<void>) => expect.poll(() => act().then(() => '', String), place).toBe('')
  /** What moves between being found and being pressed is missed, and what lies there instead is hit. */
  const rests = async (place: string) => {
    const isStill = await engine.run(async (path) => {
      const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null)
        .singleNodeValue as Element | null
      if (!found) return false
      const where = () => JSON.stringify(found.getBoundingClientRect())
      const before = where()
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return before === where()
    }, place)
    if (!isStill) throw new Error(`${place} is not there, or moves`)
  }
  const at = {
    engine,
    t,
    language,
    count,
    there,
    gone: (place: string) => expect.poll(() => count(place), `no ${place}`).toBe(0),
    text: () => engine.run(() => document.body.innerText),
    says: (text: string) => expect.poll(at.text).toContain(text),
    click: (place: string) => once(place, () => rests(place).then(() => engine.click(place))),
    press: (name: string) => at.click(named(pressable, name)),
    type: (place: string, text: string) => once(place, () => engine.type(place, text)),
    choose: async (place: string, paths: readonly string[]) => {
      await there(place)
      await engine.chooseFiles(place, paths)
    },
    /** As a chosen folder hands its files over: no engine's driver chooses one. */
    chooseFolder: async (place: string, files: Record<string, string>) => {
      await there(place)
      await engine.run(
        (path, contents) => {
          const input = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue!
          const list = Object.entries(contents).map(([name, text]) =>
            Object.defineProperty(new File([text], name.replace(/.*\//, '')), 'webkitRelativePath', { value: name }),
          )
          Object.defineProperty(input, 'files', { value: list, configurable: true })
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        place,
        files,
      )
    },
    /** Until a page is awake, what the build or the server has written stands there. */
    open: async (address: string) => {
      await engine.goTo(address)
      await engine.run(() => void document.body.dispatchEvent(new Event('pointermove', { bubbles: true })))
      await there('//html[@data-awake]')
    },
  }
  return at
}
export type PageIn = ReturnType<typeof pageIn>
