/** What a webhook says at every attempt alike: all but which attempt it is, its number, and how the invoice stands by then. */
export function constantPart(body: string): string {
  const { deliveryId: _id, isRedelivery: _is, crosstill, ...rest } = JSON.parse(body) as Fields;
  const { sequence: _sequence, current: _current, ...said } = crosstill as Fields;
  return JSON.stringify({ ...rest, crosstill: said });
}

type Fields = Readonly<Record<string, unknown>>;
