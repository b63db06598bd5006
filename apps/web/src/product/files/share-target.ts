/** Files that another app shares with the installed one (I3): a worker takes them, the page that opens asks it for them. */
import { sharePath } from '@sampan/contract/paths'

const answerMs = 10_000

const register = (): void => void navigator.serviceWorker.register('/share-worker.js', { scope: sharePath }).catch(() => {})

/** Only an installed app is shared to; nobody else needs the worker. */
export function registerShareTarget(): void {
  if (!('serviceWorker' in navigator)) return
  if (matchMedia('(display-mode: standalone)').matches) register()
  addEventListener('appinstalled', register)
}

/** Empty where there is no worker, or nothing waits with it. */
export function takeShared(): Promise<File[]> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  const controller = worker?.controller
  if (!worker || !controller) return Promise.resolve([])
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), answerMs)
    const take = ({ data }: MessageEvent<{ sharedFiles?: File[] }>) => {
      if (!Array.isArray(data.sharedFiles)) return
      clearTimeout(timer)
      worker.removeEventListener('message', take)
      resolve(data.sharedFiles)
    }
    worker.addEventListener('message', take)
    worker.startMessages()
    controller.postMessage('shareReady')
  })
}
