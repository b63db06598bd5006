/** Views whose status is that of their state: every state is an answer, whatever the status says; what is no view is a Problem. */
import { problemOf } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'

type Target = { url: string; headers: Record<string, string> }
type Shape<View> = { parse: (value: unknown) => View }

export async function fetchStateView<View>({ url, headers }: Target, shape: Shape<View>, signal: AbortSignal): Promise<View> {
  const response = await fetch(url, { headers, credentials: 'same-origin', signal }).catch((cause) => {
    throw signal.aborted ? cause : new NetworkError('No answer from the server', { cause })
  })
  const text = await response.text()
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw problemOf({ status: response.status, text, header: (name) => response.headers.get(name) })
  }
}
