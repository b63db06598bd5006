SERVER={origin}
SLUG=Ab3dE6g

VIEW=$(curl -sf "$SERVER/api/transfers/$SLUG")
DL=$(echo "$VIEW" | jq -r '.dl | @uri')
echo "$VIEW" | jq -r '.files[].fileId' | while read -r FILE; do
  curl -sfOJ "$SERVER/api/transfers/$SLUG/files/$FILE?dl=$DL"
done
