/** What the page for developers shows of the contract, and the examples, which a test runs. No browser gets this file. */
import { builtOrigin } from '@sampan/contract/paths'
import { errorsOf } from '@sampan/contract/routes/errors-of'
import { calls, tags } from '@sampan/contract/routes/index'

const files = import.meta.glob<string>('../../../content/examples/*', { query: '?raw', import: 'default', eager: true })

/** In the order of the page. */
export const exampleNames = ['send', 'list', 'ask', 'download'] as const
export type ExampleName = (typeof exampleNames)[number]
const programs = [
  { program: 'curl', ending: 'sh' },
  { program: 'TypeScript', ending: 'ts.txt' },
  { program: 'Python', ending: 'py' },
] as const

function textOf(name: ExampleName, ending: string): string {
  const text = files[`../../../content/examples/${name}.${ending}`]
  if (!text) throw new Error(`There is no example ${name}.${ending}`)
  return text.replaceAll('{origin}', builtOrigin).trimEnd()
}

export const readExamples = () =>
  exampleNames.map((name) => ({
    name,
    texts: programs.map(({ program, ending }) => ({ program, text: textOf(name, ending) })),
  }))
export type Example = ReturnType<typeof readExamples>[number]

/** Of log-ins and of readers of the site programs want nothing. */
const isForPrograms = ({ tag, route: { who, scope } }: (typeof calls)[number]): boolean =>
  tag !== 'Site' && (scope !== undefined || who === 'ticket' || who === 'link')

/** As /openapi.json has them: those that programs can make. */
export const readCalls = () =>
  tags
    .map(({ name, description }) => ({
      name,
      description,
      calls: calls
        .filter((call) => call.tag === name && isForPrograms(call))
        .map(({ id, route }) => ({
          ...{ id, method: route.method, path: route.path.replace(/:(\w+)/g, '{$1}'), summary: route.summary },
          ...{ who: route.who, scope: route.scope ?? null, errors: errorsOf(route).sort() },
        })),
    }))
    .filter((group) => group.calls.length > 0)
export type CallGroup = ReturnType<typeof readCalls>[number]
