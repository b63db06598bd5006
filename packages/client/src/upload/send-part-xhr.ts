/** Browsers tell the progress of a body only through XMLHttpRequest. */
import { NetworkError } from '../network-error.ts'
import type { PartSender } from './send-part.ts'

export const sendPartByXhr: PartSender = ({ url, headers, bytes, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    xhr.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded }) => onProgress(loaded)
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })
    xhr.onerror = () => reject(new NetworkError('The connection broke'))
    xhr.onabort = () => reject(signal.reason)
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    xhr.send(bytes)
  })
