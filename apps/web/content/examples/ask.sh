SERVER={origin}

curl -sf "$SERVER/api/requests" -H "Authorization: Bearer $SAMPAN_TOKEN" \
  -H "Content-Type: application/json" -H "Idempotency-Key: order-4711" \
  -d '{"title": "Papers for order 4711", "documents": [{"name": "Packing list"}]}' \
  | jq -r .request.linkUrl
