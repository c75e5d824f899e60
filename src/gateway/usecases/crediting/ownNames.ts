/**
 * True for a request of the service. Other requests are named by the gateway, because the service has none
 * for them: a further deposit at an address without a list, and a direct payment.
 */
export function isServiceRequest(requestId: string): boolean {
  return !requestId.startsWith("output:") && !requestId.startsWith("direct:");
}
