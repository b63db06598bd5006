/** The ideas of the roadmap (W3): the most wanted first, and a button that takes one's vote or takes it back. */
type Votes = { idea: string; votes: number; isVoted: boolean }

const buttonOf = (idea: string) => document.querySelector<HTMLButtonElement>(`[data-vote="${idea}"]`)

function show({ idea, votes, isVoted }: Votes): void {
  const button = buttonOf(idea)
  if (!button) return
  const [count, word] = [button.querySelector('[data-votes]'), button.querySelector<HTMLElement>('[data-want]')]
  if (count) count.textContent = new Intl.NumberFormat(document.documentElement.lang).format(votes)
  if (word) word.textContent = (isVoted ? word.dataset.wanted : word.dataset.want) ?? ''
  button.setAttribute('aria-pressed', String(isVoted))
  button.hidden = false
}

/** What is wanted by as many stays in its order. */
function sort(list: Element, all: Votes[]): void {
  const votesOf = (item: Element) => all.find(({ idea }) => idea === item.getAttribute('data-idea'))?.votes ?? 0
  list.append(...[...list.children].sort((one, other) => votesOf(other) - votesOf(one)))
}

async function press(button: HTMLButtonElement, status: HTMLElement): Promise<void> {
  const isWanted = button.getAttribute('aria-pressed') !== 'true'
  // One at a time: the next press says something of what this one brings.
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  status.textContent = ''
  try {
    const reply = await fetch(`/api/roadmap/${button.dataset.vote}/vote`, { method: isWanted ? 'PUT' : 'DELETE' })
    if (reply.ok) show(await reply.json())
    else status.textContent = (reply.status === 429 ? status.dataset.limited : status.dataset.failed) ?? ''
  } catch {
    status.textContent = status.dataset.failed ?? ''
  }
  button.ariaBusy = null
}

export async function offerVotes(): Promise<void> {
  const list = document.querySelector('[data-ideas]')
  const status = document.querySelector<HTMLElement>('[data-vote-status]')
  if (!list || !status) return
  for (const button of list.querySelectorAll<HTMLButtonElement>('[data-vote]'))
    button.addEventListener('click', () => void press(button, status))
  try {
    const { ideas } = (await (await fetch('/api/roadmap')).json()) as { ideas: Votes[] }
    ideas.forEach(show)
    sort(list, ideas)
  } catch {
    status.textContent = status.dataset.failed ?? ''
  }
}
