/** The account's webhooks and their logs, and what can be done about them. */
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  moveWebhook,
  readWebhook,
  removeWebhook,
  renewWebhookSecret,
  sendDeliveryAgain,
  testWebhook,
  type WebhookDelivery,
} from '@sampan/contract/routes/webhooks'
import type { WebhookEvent } from '@sampan/contract/rules/webhook-events'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

const listKey = ['webhooks'] as const
const oneKey = (id: string) => ['webhooks', id] as const

export const useWebhooks = () =>
  useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.call(listWebhooks, { signal }),
    retry: false,
    networkMode: 'always',
  })

type Page = Awaited<ReturnType<typeof readPage>>
const readPage = (id: string, before: string | undefined, signal: AbortSignal) =>
  api.call(readWebhook, { params: { webhookId: id }, query: before === undefined ? {} : { before }, signal })

/** While a first try is under way its outcome is a moment away. */
const lookAgainMs = 1500
export const isUnderWay = ({ state, status, fault }: WebhookDelivery): boolean =>
  state === 'waiting' && status === null && fault === null
const isWaited = (data: InfiniteData<Page> | undefined): boolean => data?.pages[0]?.deliveries.some(isUnderWay) ?? false

export const useWebhook = (id: string) =>
  useInfiniteQuery({
    queryKey: oneKey(id),
    queryFn: ({ pageParam, signal }) => readPage(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, deliveries }) => (hasMore ? deliveries.at(-1)?._id : undefined),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => isWaited(state.data) && lookAgainMs,
  })

export type NewWebhook = { url: string; description: string; events: WebhookEvent[] }
export type Changes = Partial<Omit<NewWebhook, 'url'>> & { isPaused?: boolean }

export function useWebhookActs() {
  const queries = useQueryClient()
  const afresh = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await queries.invalidateQueries({ queryKey: listKey })
    return answer
  }
  const of = (webhookId: string) => ({ params: { webhookId } })
  return {
    add: (body: NewWebhook) => afresh(api.call(addWebhook, { body })),
    change: (id: string, body: Changes) => afresh(api.call(changeWebhook, { ...of(id), body })),
    move: (id: string, url: string) => afresh(api.call(moveWebhook, { ...of(id), body: { url } })),
    renew: (id: string) => afresh(api.call(renewWebhookSecret, of(id))),
    test: (id: string) => afresh(api.call(testWebhook, of(id))),
    again: (id: string, deliveryId: string) => afresh(api.call(sendDeliveryAgain, { params: { webhookId: id, deliveryId } })),
    remove: async (id: string) => {
      await api.call(removeWebhook, of(id))
      // Its own is asked for no more: its page still stands for a moment.
      await queries.invalidateQueries({ queryKey: listKey, exact: true })
    },
  }
}
