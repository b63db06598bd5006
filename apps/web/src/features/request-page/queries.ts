/** What the page asks of the server. */
import {
  commentRequest,
  downloadExample,
  type RequestView,
  readRequestPage,
  readSubmission,
  reportRequest,
  requestView,
  submitFiles,
  unlockRequest,
  withdrawFile,
} from '@sampan/contract/routes/request-page'
import type { RouteArgs, RouteReply } from '@sampan/contract/routes/route'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchStateView } from '../../lib/state-view.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { recordedOf } from '../../product/files/recorded-files.ts'
import { api } from '../../product/session/api.ts'

export type RequestAddress = { slug: string; user: string | undefined }
export type Submitted = RouteReply<typeof submitFiles>
export type Contact = Pick<RouteArgs<typeof submitFiles>['body'], 'name' | 'email' | 'message' | 'language'>

const keyOf = ({ slug, user }: RequestAddress) => ['requestPage', slug, user]
const placeOf = ({ slug, user }: RequestAddress) => ({ params: { slug }, query: { user } })

/** A plain link of the page: what it refuses is a download that failed. */
export const exampleUrl = (address: RequestAddress, documentId: string): string => {
  const { params, query } = placeOf(address)
  return api.target(downloadExample, { params: { ...params, documentId }, query }).url
}

export const useRequestView = (address: RequestAddress) =>
  useQuery({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => fetchStateView<RequestView>(api.target(readRequestPage, placeOf(address)), requestView, signal),
    networkMode: 'always',
    staleTime: 30_000,
  })

export const sendReport = (address: RequestAddress, body: RouteArgs<typeof reportRequest>['body']) =>
  api.call(reportRequest, { ...placeOf(address), body })

/** What came of one's files, and what is said of them, may be other than it was. */
export function useLookAgain(address: RequestAddress): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(address) })
}

export function useUnlock(address: RequestAddress) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => api.call(unlockRequest, { ...placeOf(address), body: { password } }),
    networkMode: 'always',
    onSuccess: (view) => queries.setQueryData(keyOf(address), view),
  })
}

export function useComment(address: RequestAddress) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.call(commentRequest, { ...placeOf(address), body: { text } }),
    networkMode: 'always',
    onSuccess: (comment) =>
      queries.setQueryData<RequestView>(keyOf(address), (view) => view && { ...view, comments: [...view.comments, comment] }),
  })
}

export function useWithdraw(address: RequestAddress) {
  const queries = useQueryClient()
  const { params, query } = placeOf(address)
  return useMutation({
    mutationFn: (fileId: string) => api.call(withdrawFile, { params: { ...params, fileId }, query }),
    networkMode: 'always',
    onSuccess: (view) => queries.setQueryData(keyOf(address), view),
  })
}

/** The map of paths to documents becomes one of files, as the server's plan calls them. */
export async function submit(
  address: RequestAddress,
  plan: UploadPlan,
  contact: Contact,
  files: readonly PickedFile[],
  documentOf: ReadonlyMap<string, string>,
): Promise<Submitted> {
  const documents = new Map<string, string[]>()
  for (const { path, fileId } of plan.files) {
    const documentId = documentOf.get(path)
    if (documentId) documents.set(documentId, [...(documents.get(documentId) ?? []), fileId])
  }
  const body = {
    ...contact,
    ...(await recordedOf(files, { isGuest: true })),
    uploadId: plan.uploadId,
    documents: [...documents].map(([documentId, fileIds]) => ({ documentId, fileIds })),
  }
  return api.call(submitFiles, { ...placeOf(address), body })
}

export const isReceived = async (address: RequestAddress, submissionId: string): Promise<boolean> =>
  (await api.call(readSubmission, { ...placeOf(address), params: { slug: address.slug, submissionId } })).state === 'received'
