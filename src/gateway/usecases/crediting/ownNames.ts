/**
 * True for a request that the service knows. Others are named by the gateway, because no request of the service's is behind them:
 * a further deposit at an address without a list, and a direct payment.
 */
export function isServiceRequest(requestId: string): boolean {
  return !requestId.startsWith("output:") && !requestId.startsWith("direct:");
}
