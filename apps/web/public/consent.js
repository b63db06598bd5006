// Asks before anything counts visits or offers a chat (W5), and loads only what was agreed to. The server puts this file into public
// pages where its operator has named such a service, and only there.
;(() => {
  const asked = JSON.parse(document.getElementById('consent').textContent)
  const { trackers, words } = asked
  const kinds = [...new Set(trackers.map(({ kind }) => kind))]
  const key = 'sampan-consent'
  /** What was agreed to, or null before an answer. A service that is new since then is asked for anew. */
  const answer = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key))
      return Array.isArray(kept?.kinds) && trackers.every(({ name }) => kept.names.includes(name)) ? kept.kinds : null
    } catch {
      return null
    }
  }
  const addScript = (src) => document.head.append(Object.assign(document.createElement('script'), { src, async: true }))
  const page = () => location.origin + location.pathname

  const load = {
    // Its interface is called by ourselves: no foreign script runs.
    Plausible: (address) =>
      fetch(`${address}/api/event`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify({ name: 'pageview', url: page(), domain: location.hostname, referrer: document.referrer || null }),
      }).catch(() => {}),
    Matomo: (address) => {
      const url = new URL(address)
      const base = url.origin + url.pathname.replace(/[^/]*$/, '')
      window._paq = [
        ['setCustomUrl', page()],
        ['disableCookies'],
        ['trackPageView'],
        ['setTrackerUrl', `${base}matomo.php`],
        ['setSiteId', url.searchParams.get('idsite')],
      ]
      addScript(`${base}matomo.js`)
    },
    'Google Analytics': (id) => {
      window.dataLayer = []
      // It wants the very object, not a list.
      window.gtag = function () {
        // biome-ignore lint/complexity/noArguments: that object is what the service reads
        window.dataLayer.push(arguments)
      }
      window.gtag('js', new Date())
      window.gtag('config', id, { page_location: page() })
      addScript(`https://www.googletagmanager.com/gtag/js?id=${id}`)
    },
    Crisp: (id) => {
      window.$crisp = []
      window.CRISP_WEBSITE_ID = id
      addScript('https://client.crisp.chat/l.js')
    },
  }

  let isLoaded = false
  function loadAgreed() {
    const agreed = answer() ?? []
    for (const { kind, name, address } of trackers)
      if (agreed.includes(kind)) {
        isLoaded = true
        load[name](address)
      }
  }
  // What was loaded stays in its page: whoever goes on to files, or to the account, goes there as a whole, and it is left behind.
  const pushState = history.pushState.bind(history)
  history.pushState = (state, unused, to) => {
    const isPublic = to === undefined || to === null || asked.paths.includes(new URL(to, location.href).pathname)
    // Unless something would be lost with the page, of which its own code would warn.
    if (isLoaded && !isPublic && dispatchEvent(new Event('beforeunload', { cancelable: true }))) location.assign(to)
    else pushState(state, unused, to)
  }

  function keep(agreed) {
    const before = answer() ?? []
    try {
      localStorage.setItem(key, JSON.stringify({ kinds: agreed, names: trackers.map(({ name }) => name) }))
    } catch {}
    document.querySelector('.consent')?.remove()
    // What runs already can only be ended with its page.
    if (before.some((kind) => !agreed.includes(kind))) location.reload()
    else if (!isLoaded) loadAgreed()
    else if (agreed.length > before.length) location.reload()
  }

  const make = (name, more, ...children) => {
    const element = Object.assign(document.createElement(name), more)
    element.append(...children)
    return element
  }
  function ask() {
    if (document.querySelector('.consent')) return
    const chosen = answer()
    const boxes = kinds.map((kind) => make('input', { type: 'checkbox', name: kind, checked: chosen?.includes(kind) ?? false }))
    const choices = boxes.map((box) => {
      const names = trackers.filter(({ kind }) => kind === box.name).map(({ name }) => name)
      return make('label', {}, box, ` ${words[box.name].replace('{{names}}', names.join(words.and))}`)
    })
    const button = (text, act, className = '') => make('button', { type: 'button', textContent: text, onclick: act, className })
    const picked = () => boxes.filter(({ checked }) => checked).map(({ name }) => name)
    const heading = make('h2', { textContent: words.title, tabIndex: -1 })
    const window = make(
      'section',
      { className: 'consent', ariaLabel: words.title },
      heading,
      make('p', { textContent: words.text }),
      ...(kinds.length > 1 ? choices : choices.map((label) => make('p', { textContent: label.textContent }))),
      make(
        'div',
        {},
        button(words.refuse, () => keep([])),
        ...(kinds.length > 1 ? [button(words.some, () => keep(picked()))] : []),
        button(words.allow, () => keep(kinds)),
      ),
    )
    document.body.append(window)
    return heading
  }

  document.documentElement.dataset.consent = ''
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-consent-choices]')) ask()?.focus()
  })
  if (answer() === null) ask()
  else loadAgreed()
})()
