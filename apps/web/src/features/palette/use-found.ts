/** Own transfers, file requests and contacts by what is typed, once the typing pauses; and the last one that was sent. */
import { listContacts } from '@sampan/contract/routes/contacts'
import { getQs, type TransferRecord } from '@sampan/contract/routes/dashboard'
import { listRequests } from '@sampan/contract/routes/requests'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

const typingMs = 200
const shown = 6
const peopleShown = 4

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const ask = (query: { search?: string; limit: number }, signal: AbortSignal): Promise<TransferRecord[]> =>
  within((stop) => api.call(getQs, { query, signal: stop }), signal).then(({ allDocs }) => allDocs)

const calm = { placeholderData: keepPreviousData, retry: false, networkMode: 'always' } as const

function useContacts(search: string) {
  const { data } = useQuery({
    queryKey: ['contacts', 'find', search],
    queryFn: ({ signal }) =>
      within((stop) => api.call(listContacts, { query: { search, limit: peopleShown }, signal: stop }), signal),
    enabled: search !== '',
    ...calm,
  })
  return data?.contacts
}

function useRequests(search: string) {
  const { data } = useQuery({
    queryKey: ['requests', 'find', search],
    queryFn: ({ signal }) =>
      within((stop) => api.call(listRequests, { query: { search, limit: peopleShown }, signal: stop }), signal),
    enabled: search !== '',
    ...calm,
  })
  return data?.requests
}

export function useFound(typed: string) {
  const wanted = typed.trim().slice(0, 200)
  const search = usePaused(wanted)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['transfers', 'find', search],
    queryFn: ({ signal }) => ask({ search, limit: shown }, signal),
    enabled: search !== '',
    ...calm,
  })
  const contacts = useContacts(search)
  const requests = useRequests(search)
  const isAsked = wanted !== ''
  return {
    found: isAsked ? (data ?? []) : [],
    requests: isAsked ? (requests ?? []) : [],
    people: isAsked ? (contacts ?? []) : [],
    isSearching: isAsked && (isFetching || search !== wanted),
    hasFailed: isAsked && isError,
  }
}

export function useLast(): TransferRecord | undefined {
  const { data } = useQuery({
    queryKey: ['transfers', 'last'],
    queryFn: ({ signal }) => ask({ limit: 1 }, signal),
    retry: false,
    networkMode: 'always',
  })
  return data?.[0]
}
