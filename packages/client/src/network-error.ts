/** No answer came: the line is down, the connection broke, or nothing moved for too long. */
export class NetworkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkError'
  }
}
