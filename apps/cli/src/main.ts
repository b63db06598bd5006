/** The client's commands: a run from its words to its exit code. The file `sampan` at the root calls it. */
import { systemClock } from '@sampan/client/clock'
import { openCredentials } from './account/credentials.ts'
import { logIn, logOut } from './account/log-in.ts'
import { type Command, type GlobalOptions, readArguments, wantsJson } from './arguments.ts'
import { askedSecret } from './ask-secret.ts'
import { completionOf } from './completion/completion.ts'
import type { Context } from './context.ts'
import { codeOf, type ExitCode, exitCodeOf, exitCodes, sentenceOf } from './failure.ts'
import { helpText } from './help.ts'
import { createNet } from './net/net.ts'
import { fetchBy } from './net/senders.ts'
import { languageOf } from './places.ts'
import { processWorld } from './process-world.ts'
import { receive } from './receive/receive.ts'
import { ask } from './request/ask.ts'
import { closeRequest, decide } from './request/decide.ts'
import { listOwnRequests } from './request/list-requests.ts'
import { receiveRequest } from './request/receive-request.ts'
import { showRequest } from './request/show-request.ts'
import { send } from './send/send.ts'
import { createReporter } from './show/reporter.ts'
import { extend } from './transfers/extend.ts'
import { list } from './transfers/list.ts'
import { share } from './transfers/share.ts'
import { version } from './version.ts'
import type { World } from './world.ts'

function contextOf(world: World, globalOptions: GlobalOptions): Context {
  const language = languageOf(world)
  const net = createNet(world.env)
  const userAgent = `sampan/${version}`
  return {
    world,
    net,
    language,
    userAgent,
    credentials: openCredentials(world),
    show: createReporter(world, language, globalOptions),
    giveUpMs: globalOptions.giveUpSeconds * 1000,
    server: globalOptions.server ?? world.env.SAMPAN_SERVER ?? null,
    api: (server, session) => ({
      baseUrl: server,
      fetch: fetchBy(net, userAgent),
      language: () => language,
      clock: systemClock,
      ...(session && { session }),
    }),
  }
}

type Performers = { [N in Command['name']]: (context: Context, command: Extract<Command, { name: N }>) => Promise<void> | void }
const performers: Performers = {
  version: ({ world }) => world.out(`${version}\n`),
  help: ({ world, language }, { of }) => world.out(`${helpText(language, of)}\n`),
  completion: ({ world, language }, { shell }) => world.out(completionOf(shell, language)),
  send,
  receive,
  list,
  share,
  extend,
  'request ask': ask,
  'request list': listOwnRequests,
  'request show': showRequest,
  'request receive': receiveRequest,
  'request accept': decide,
  'request reject': decide,
  'request close': closeRequest,
  logout: logOut,
  async login(context, command) {
    const token = await askedSecret(context.world, command.token, '--token', 'typeToken', context.language)
    return logIn(context, { ...command, token })
  },
}

/** Each is given the command of its own name. */
const perform = async (context: Context, command: Command): Promise<void> =>
  (performers[command.name] as (context: Context, command: Command) => Promise<void> | void)(context, command)

function reportFailure(world: World, error: unknown, exitCode: ExitCode, isJson: boolean): void {
  const message = sentenceOf(error, languageOf(world), world.signal)
  const reported = { event: 'error', code: codeOf(error, world.signal), message, exitCode }
  if (isJson) world.out(`${JSON.stringify(reported)}\n`)
  else world.err(`${message}\n`)
}

/** Answers with the exit code. */
export async function runClient(words: readonly string[], world: World): Promise<ExitCode> {
  let context: Context | null = null
  try {
    const { command, globalOptions } = readArguments(words)
    context = contextOf(world, globalOptions)
    await perform(context, command)
    return exitCodes.done
  } catch (error) {
    const exitCode = exitCodeOf(error, world.signal)
    context?.show.endProgress()
    reportFailure(world, error, exitCode, wantsJson(words))
    return exitCode
  } finally {
    context?.net.close()
  }
}

/** For the file at the root: the process around it becomes the world. */
export const runHere = (words: readonly string[], surroundings: Parameters<typeof processWorld>[0]): Promise<ExitCode> =>
  runClient(words, processWorld(surroundings))
