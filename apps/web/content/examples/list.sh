SERVER={origin}

curl -sf "$SERVER/getQs?filter=active&limit=30" -H "Authorization: Bearer $SAMPAN_TOKEN" \
  | jq -r '.allDocs[] | .slug + " " + .fileName'
