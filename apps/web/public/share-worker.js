// Takes what another app shares with the installed one, and holds it until the page that opens asks for it (I3).
const waitMs = 60_000
let shared = null

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('fetch', (event) => {
  // Every call of the page that opened here passes by, whatever page it has become since.
  const { method, mode, url } = event.request
  if (method !== 'POST' || mode !== 'navigate' || new URL(url).pathname !== '/share') return
  const form = event.request.formData()
  let taken = () => {}
  const isTaken = new Promise((resolve) => {
    taken = resolve
  })
  shared = { form, taken }
  // The worker lives on as long as it holds files that nobody has asked for.
  event.waitUntil(Promise.race([isTaken, new Promise((resolve) => setTimeout(resolve, waitMs))]))
  event.respondWith(form.then(() => Response.redirect('/share', 303)))
})

self.addEventListener('message', (event) => {
  if (event.data !== 'shareReady') return
  const give = async () => {
    const form = await shared?.form.catch(() => null)
    event.source.postMessage({ sharedFiles: form?.getAll('files').filter((value) => value instanceof File) ?? [] })
    shared?.taken()
    shared = null
  }
  event.waitUntil(give())
})
